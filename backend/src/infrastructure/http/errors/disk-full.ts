/** True for an error about a full disk. libvips gives no codes, so its message is checked. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
    /ENOSPC|No space left on device/u.test(error.message));
