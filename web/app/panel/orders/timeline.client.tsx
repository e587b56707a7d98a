import { formatDateTime } from '@vitrine/contract/dates';

export interface TimelineEntry {
  at: string;
  title: string;
  detail?: string | null;
}

/** What happened, oldest first, with exact times. */
export function Timeline({ label, entries }: { label: string; entries: TimelineEntry[] }) {
  return (
    <ol aria-label={label} className="flex flex-col">
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: history only grows at its end, and has no ids
        <li key={index} className="group relative pb-3 pl-5 text-small last:pb-0">
          <span className="absolute top-1.75 left-0 size-2 rounded-full bg-line-strong" aria-hidden="true" />
          <span className="absolute top-4 bottom-0 left-[3.5px] w-px bg-line group-last:hidden" aria-hidden="true" />
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-medium">{entry.title}</span>
            <time dateTime={entry.at} className="text-muted">
              {formatDateTime(entry.at)}
            </time>
          </div>
          {entry.detail ? <p className="break-words text-muted">{entry.detail}</p> : null}
        </li>
      ))}
    </ol>
  );
}
