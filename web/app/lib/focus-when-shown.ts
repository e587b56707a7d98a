/** A `ref` for what replaces the focused button: people and screen readers continue there. Needs `tabIndex={-1}`. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}
