import type { User } from '@vitrine/contract/accounts';
import type { StateCreator } from 'zustand/vanilla';
import type { AppState } from './app-state.ts';
import { forgetSession, saveSession } from './session-storage.ts';

/** Default of the state's error when a login fails without saying why (SPEC.md section 8). */
export const LOGIN_FAILED = 'Erro no login';

export interface AuthState {
  isLoggedIn: boolean;
  /** The bearer token, or false. The request client reads it here: setting it is what sets the header. */
  token: false | string;
  user: User | null;
  isLoading: boolean;
  error: string | null;
}

export interface AuthSlice {
  auth: AuthState;
  /** A login or code request begins: loading, no error. */
  loginStarted(): void;
  /** Logged in: token and user are kept in the state and in local storage. */
  loginSucceeded(token: string, user: User): void;
  /** The session has another token, and the former one counts no more (it was confirmed, or its password is new). */
  tokenRenewed(token: string): void;
  /** Back to the initial state with an error; token and user leave local storage. */
  loginFailed(error?: string): void;
  /** The user as the server tells it now (after an edit, a verified e-mail, …). */
  userChanged(user: User): void;
  /** Resets every slice that belongs to the account and clears storage. The basket is a shopper's and stays. */
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
