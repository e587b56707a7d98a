/** The process cannot start with these settings. The message is one sentence that tells the operator what to do. */
export class StartError extends Error {
  override name = 'StartError';
}
