/**
 * Gives the focus to the first field of a place that a press makes. The place is there in the next frame, and a dialog
 * that the press closes lets go of the focus in the one after.
 */
export function focusFirstField(place: () => Element | null | undefined): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      place()?.querySelector<HTMLElement>('input:not([type="file"]), textarea, select')?.focus(),
    ),
  );
}
