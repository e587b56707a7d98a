/**
 * The server drew two elements, `data-<name>="yes"` and `data-<name>="no"`. This shows the true one. For pages
 * without React.
 */
export function showFace(place: HTMLElement, name: string, holds: boolean): void {
  for (const face of place.querySelectorAll<HTMLElement>(`[data-${name}]`)) {
    face.hidden = (face.getAttribute(`data-${name}`) === 'yes') !== holds;
  }
}
