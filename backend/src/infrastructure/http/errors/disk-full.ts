/** True for an error that says that a file found no room. libvips gives no codes and says it in words. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) ||
    /ENOSPC|No space left on device/u.test(error.message));
