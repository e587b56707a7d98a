/**
 * What a client must do, as far as it can be seen on the wire. `section` is a heading of docs/game-server-protocol.md,
 * where the rule stands in full.
 */
export const rules = {
  signed: { section: 'Signatures', text: 'every request is signed with the token, method, path, time, nonce and body' },
  'nonce-once': { section: 'Signatures', text: 'a nonce has its form and is used once' },
  'token-secret': { section: 'In one paragraph', text: 'the token never travels' },
  'unsigned-answer': { section: 'Signatures', text: 'an answer with a wrong or without a signature changes nothing' },
  'replayed-answer': { section: 'Signatures', text: 'the answer to another request changes nothing' },
  readable: { section: 'General rules', text: 'requests can be read and keep their limits' },
  redirect: { section: 'General rules', text: 'redirects are not followed' },
  'unknown-fields': { section: 'General rules', text: 'unknown fields, missing lists and [] for an object do no harm' },
  hello: { section: 'hello', text: 'a start says hello before anything else' },
  superseded: { section: 'The seat', text: 'says hello again when its epoch is over' },
  'seat-waiting': { section: 'The seat', text: 'without the seat it asks for no work and keeps saying hello' },
  'results-until-settled': { section: 'sync', text: 'a result is sent again until it is settled' },
  'results-stop': { section: 'sync', text: 'a settled result is not sent again' },
  'in-progress': { section: 'sync', text: 'what is taken and not finished is named' },
  cancel: { section: 'sync', text: 'what is cancelled does not start any more' },
  expired: { section: 'sync', text: 'nothing starts after its end' },
  who: { section: 'Questions', text: 'a question about a city id is answered once' },
  lists: { section: 'Lists', text: 'a list that was asked for comes in pages of at most 200 names' },
  'unknown-action': { section: 'Outcomes', text: 'an unknown action is failed / unsupported_action' },
  'bad-arguments': { section: 'Actions', text: 'arguments that the protocol does not allow are refused' },
  once: { section: 'The journal', text: 'an id means one effect, however often it is offered' },
  'stored-result': {
    section: 'The journal',
    text: 'what is offered again gets its stored result under the new attempt',
  },
  'try-again': { section: 'The journal', text: 'a settled failure that is offered with a higher attempt runs' },
  'deferred-free': { section: 'The journal', text: 'a deferred id is free again' },
  'two-answers': { section: 'The journal', text: 'a delivery that two answers carry at the same moment is taken once' },
  order: { section: 'The journal', text: 'deliveries of one player run in the order of arrival' },
  'journal-stays': { section: 'hello', text: 'the journal keeps its id, and each start has its own' },
  'results-after-kill': { section: 'The journal', text: 'results that were not settled are sent after a kill' },
  'journal-after-kill': { section: 'The journal', text: 'an id that was done before a kill means no second effect' },
  'kill-once': { section: 'The journal', text: 'a kill within a delivery leads to one effect or to a visible doubt' },
  decided: { section: 'The journal', text: 'what Vitrine has decided never runs again after a kill' },
  'report-after-effect': { section: 'The journal', text: 'success is told after the effect, and outlives a kill' },
  'clock-skew': { section: 'Errors', text: 'learns Vitrine’s clock and repeats at once' },
  'too-large': { section: 'Errors', text: 'keeps the number of results that hello allows, and halves it after 413' },
  'retry-after': { section: 'Errors', text: 'waits retry_after_ms after 429 and 503, at least 10 s' },
  backoff: { section: 'Errors', text: 'waits longer after each failure' },
  silence: { section: 'When to ask', text: 'gives up a connection without an answer, and asks again' },
  'wrong-key': { section: 'Errors', text: 'asks seldom with a key that is refused' },
} as const satisfies Record<string, { section: string; text: string }>;

export type Rule = keyof typeof rules;

export const isRule = (name: string): name is Rule => Object.hasOwn(rules, name);
