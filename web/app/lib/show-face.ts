/**
 * Of two faces that the server drew, `data-<name>="yes"` and `data-<name>="no"`, shows the one that holds. For pages
 * without React.
 */
export function showFace(place: HTMLElement, name: string, holds: boolean): void {
  for (const face of place.querySelectorAll<HTMLElement>(`[data-${name}]`)) {
    face.hidden = (face.getAttribute(`data-${name}`) === 'yes') !== holds;
  }
}
