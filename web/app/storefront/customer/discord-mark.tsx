/** Discord's own mark, for buttons that lead there. */
export function DiscordMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" fill="currentColor" aria-hidden="true">
      <path d="M20.3 4.4A19.8 19.8 0 0 0 15.4 3l-.6 1.3a18.4 18.4 0 0 0-5.5 0L8.6 3a19.7 19.7 0 0 0-5 1.5C.6 9 -.3 13.6.1 18a20 20 0 0 0 6.1 3l1.3-2-2-1 .5-.4a14.2 14.2 0 0 0 12.1 0l.5.4-2 1 1.3 2a19.9 19.9 0 0 0 6-3c.6-5.2-.8-9.7-3.6-13.7ZM8 15.3c-1.2 0-2.1-1-2.1-2.4s.9-2.4 2.1-2.4 2.2 1.1 2.2 2.4-1 2.4-2.2 2.4Zm8 0c-1.2 0-2.2-1-2.2-2.4s1-2.4 2.2-2.4 2.1 1.1 2.1 2.4-.9 2.4-2.1 2.4Z" />
    </svg>
  );
}
