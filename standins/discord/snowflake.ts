/** Start of Discord's id clock: 2015-01-01T00:00:00Z, in ms (facts: section 1, point 6). */
const DISCORD_EPOCH = 1_420_070_400_000n;

export const SNOWFLAKE = /^\d{17,20}$/;

/** A source of unique ids that look like Discord's: time in the upper bits, a counter in the lower 22. */
export function createSnowflakes(now: () => number): () => string {
  let counter = 0n;
  return () => {
    counter = (counter + 1n) & 0x3fffffn;
    return (((BigInt(now()) - DISCORD_EPOCH) << 22n) | counter).toString();
  };
}

/** Index of the picture for a user without an avatar (facts: section 2, Avatar). */
export function defaultAvatarIndex(userId: string): number {
  return Number((BigInt(userId) >> 22n) % 6n);
}
