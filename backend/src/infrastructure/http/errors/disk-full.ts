/** True for an error about a full disk. libvips has no error codes, so this checks its message. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
    /ENOSPC|No space left on device/u.test(error.message));
