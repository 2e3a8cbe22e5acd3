/** True for a `BIND_ADDRESS` that only this machine reaches. */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' || address === '::1' || /^127(\.\d+){3}$/.test(address);
