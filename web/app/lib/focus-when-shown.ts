/** A `ref` for what takes the place of the focused button: people and screen readers go on there. Needs `tabIndex={-1}`. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}
