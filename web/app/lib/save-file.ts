/** Hands a downloaded file to the browser under a name. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the address only after this turn, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
