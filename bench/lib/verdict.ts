/** The exit code of a bench that measured everything and missed a limit. Another code above 0: it could not measure. */
const MISSED = 2;

/** Says at the end of the process whether the figures are within their limits. */
export function judge(withinLimits: boolean): void {
  if (!withinLimits) process.exitCode = MISSED;
}
