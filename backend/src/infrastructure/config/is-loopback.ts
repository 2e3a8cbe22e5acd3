/** True for an address or host name that only this machine can reach. */
export const isLoopback = (address: string): boolean =>
  address === 'localhost' ||
  address.endsWith('.localhost') ||
  address === '::1' ||
  address === '[::1]' ||
  /^127(\.\d+){3}$/.test(address);
