/** A refusal as an answer, with exactly the API's body (facts, section 2, "Errors"). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  constructor(status: number, message: string, body: Record<string, unknown>) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

const NAMES: Record<number, string> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
};

/** For Payments, Preferences, users. Without a code `cause` is empty, as in several real answers. */
export function paymentsError(status: number, code: number | null, message: string, error?: string): ApiError {
  const cause = code === null ? [] : [{ code, description: message, data: null }];
  return new ApiError(status, message, { message, error: error ?? NAMES[status] ?? 'error', status, cause });
}

/** For Orders. */
export function ordersError(status: number, code: string, message: string, details: string[] = []): ApiError {
  return new ApiError(status, message, { errors: [{ code, message, details }] });
}

/** The policy layer before every API (403, "pa_unauthorized_result_from_policies"). */
export function policyError(): ApiError {
  const message = 'At least one policy returned UNAUTHORIZED.';
  return new ApiError(403, message, {
    status: 403,
    message,
    code: 'PA_UNAUTHORIZED_RESULT_FROM_POLICIES',
    blocked_by: 'PolicyAgent',
  });
}

/** A control that is impossible: unknown id (404), or a state that does not allow it (409). */
export class ControlError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
