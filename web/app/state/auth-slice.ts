import type { User } from '@vitrine/contract/account-answers';
import type { StateCreator } from 'zustand/vanilla';
import type { AppState } from './app-state.ts';
import { forgetSession, saveSession } from './session-storage.ts';

/** Default of the state's error when a login fails without saying why (SPEC.md section 8). */
export const LOGIN_FAILED = 'Erro no login';

export interface AuthState {
  isLoggedIn: boolean;
  /** The bearer token, or false. Every call reads it here, so setting it sets the header. */
  token: false | string;
  user: User | null;
  isLoading: boolean;
  error: string | null;
}

export interface AuthSlice {
  auth: AuthState;
  /** A login or code request begins: loading, no error. */
  loginStarted(): void;
  /** The person is logged in: token and user go into the state and into local storage. */
  loginSucceeded(token: string, user: User): void;
  /** The session has a new token, after a confirmation or a new password. The former one is no longer valid. */
  tokenRenewed(token: string): void;
  /** Returns to the initial state with an error. Token and user leave local storage. */
  loginFailed(error?: string): void;
  /** The user from the server's latest answer (after an edit, a verified e-mail, …). */
  userChanged(user: User): void;
  /** Resets every slice of the account and clears the storage. The basket belongs to the shopper and stays. */
  loggedOut(): void;
}

export const initialAuth: AuthState = { isLoggedIn: false, token: false, user: null, isLoading: false, error: null };

export const createAuthSlice: StateCreator<AppState, [], [], AuthSlice> = (set, get) => ({
  auth: initialAuth,
  loginStarted: () => set((state) => ({ auth: { ...state.auth, isLoading: true, error: null } })),
  loginSucceeded: (token, user) => {
    saveSession(token, user);
    set({ auth: { isLoggedIn: true, token, user, isLoading: false, error: null } });
  },
  tokenRenewed: (token) => {
    const { user } = get().auth;
    if (user === null) return;
    saveSession(token, user);
    set((state) => ({ auth: { ...state.auth, token } }));
  },
  loginFailed: (error) => {
    forgetSession();
    set({ auth: { ...initialAuth, error: error || LOGIN_FAILED } });
  },
  userChanged: (user) => {
    const { token } = get().auth;
    if (token === false) return;
    saveSession(token, user);
    set((state) => ({ auth: { ...state.auth, user } }));
  },
  loggedOut: () => {
    forgetSession();
    get().storesFailed();
    set({ auth: initialAuth });
    get().dashboardReset();
  },
});
