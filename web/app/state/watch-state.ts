import { type AppState, appState } from './app-state.ts';

/** Calls `tell` with a part of the client state, now and after each change. For pages without React. */
export function watchState<Part>(select: (state: AppState) => Part, tell: (part: Part) => void): void {
  let told: Part;
  const look = (state: AppState) => {
    const part = select(state);
    if (Object.is(part, told)) return;
    told = part;
    tell(part);
  };
  told = select(appState.getState());
  tell(told);
  appState.subscribe(look);
}

/** Runs after the stored state has been read. Before that the cart is unknown, and a change would overwrite it. */
export function onceStored(run: () => void): void {
  if (appState.persist.hasHydrated()) {
    run();
    return;
  }
  const stop = appState.persist.onFinishHydration(() => {
    stop();
    run();
  });
}
