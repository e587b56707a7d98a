/** The process cannot start as it is set up; the message is one sentence for the operator that says what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
