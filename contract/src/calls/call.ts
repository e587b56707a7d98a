import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import type { Permission } from '../permissions.ts';

/**
 * Who may make a call.
 * - `public`: anyone, no store in it
 * - `account`: anyone logged in, no store in it
 * - `shopper`: anyone, in the store named by the payload or the host; a member's token is recognised
 * - `customer`: a shopper signed in at the store that the host names, by a cookie of that host
 * - `game`: a game server's signed request, which brings its store
 * - `provider`: an outside system that proves itself in the handler (notices, interactions)
 * - a permission: a member of the named store whose role has it
 */
export type Access = 'public' | 'account' | 'shopper' | 'customer' | 'game' | 'provider' | Permission;

/** Groups of calls that one window per address counts together. `http/rate-limit.ts` of the server says how many calls pass. */
export type RateLimit =
  | 'couponCheck'
  | 'quote'
  | 'cityCheck'
  | 'discordCheck'
  | 'order'
  | 'upload'
  | 'search'
  | 'lookUp'
  | 'signIn'
  | 'orderLook'
  | 'receipt'
  | 'reports'
  | 'game';

/** One call of the API. The routes, the clients and the description are all made from this row. */
export interface Call {
  /** Its name in clients that are made from the description: verb and noun. */
  id: string;
  /** The path as it should be written, where the call's name has an older one. The server answers at both and describes this one. */
  alsoAt?: `/${string}`;
  access: Access;
  /**
   * Other permissions that open the call too, if its access is a permission. Whoever has one of them needs what the call reads, as a
   * choice in a form or as the picture of a thing that they edit.
   */
  alsoMay?: readonly Permission[];
  /** Also open to a member whose second factor the store still waits for. Until then this member has no permission at all. */
  whileShut?: true;
  /** One sentence: what it does, for people. */
  says: string;
  /** Only for a session that was confirmed lately (`step_up_required`): what moves money, ownership or the ways in. */
  stepUp?: true;
  /** Only for a caller whose account's e-mail is proven; others are told `email_unproven`. */
  proven?: true;
  /** The payload names the store by its `id` (SPEC.md section 7, POST /store/edit), not by its subdomain. */
  storeById?: true;
  /** Who may make a call of access `shopper` while the store is closed; absent: nobody. */
  whileClosed?: 'members' | 'handler';
  /** Ways to sign in that the call reads beside those of its access; it works without them, but may answer less. */
  alsoReads?: readonly ('token' | 'customer')[];
  /** The window that counts it for each address (`rate_limited`); absent: none. */
  limit?: RateLimit;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Headers of this call alone, in lower case; those that the access reads (bearer, `X-Store`, cookie, signature) come on top. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The part of a form (`multipart/form-data`) that carries a file; the body is that form. */
  upload?: string;
  /** The largest body in bytes, where it is not 256 KiB. */
  bodyBytes?: number;
  /** The JSON of a success. A field that it does not name never leaves the server. Absent if a success is a file or a stream. */
  answer?: z.ZodType;
  /** The answer is the same for everybody as long as the process runs. It is compressed, and not sent again to a client that has it. */
  same?: true;
  /** If a success is a file: its content types. */
  file?: readonly string[];
  /** If a success is a stream of server-sent events: the data of each event, by the event's name. */
  events?: Readonly<Record<string, z.ZodType>>;
  /** The status of a success that leads to another address; beside `answer`: only for callers that accept `text/html`. */
  redirect?: 302 | 303;
  /**
   * It edits a thing with a version, and the body may name the version that the editor has read. After another save,
   * `changed_meanwhile` refuses it and carries the present thing in this form.
   */
  versioned?: z.ZodType;
  /** Codes that the call itself refuses with; those of its access come on top. */
  refusals: readonly ErrorCode[];
  /** A body that a client would send, and the answer to it; for a stream, the data of one event. */
  example: { body?: unknown; answer?: unknown };
}

/** Gives a row of the table its exact type. */
export const call = <const Row extends Call>(row: Row): Row => row;
