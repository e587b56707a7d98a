export const changesKey = (store: string | null) => ['payment-changes', store] as const;
