import type { Browser, CDPSession, Page } from 'playwright-core';
import type { Creator } from '../../test/creator.ts';

/** A window of a simulated device with a quarter of this processor's speed. */
export type Device = Readonly<{
  width: number;
  height: number;
  /** A phone has a touch screen. */
  isPhone: boolean;
  scale: number;
  /** Null: the network of this machine. */
  network: Readonly<{
    bitsPerSecond: number;
    uploadBitsPerSecond: number;
    roundTripMilliseconds: number;
  }> | null;
}>;

const CPU_SLOWDOWN = 4;

/** A mid-range phone on a slow network. All figures of first loads in `docs/benchmarks.md` use this phone. */
export const PHONE: Device = {
  width: 412,
  height: 823,
  isPhone: true,
  scale: 1.75,
  network: { bitsPerSecond: 1_440_000, uploadBitsPerSecond: 675_000, roundTripMilliseconds: 150 },
};

export type Cookies = readonly Readonly<{ name: string; value: string }>[];

/** Returns the cookies of a session. */
export const cookiesOf = ({ client }: Creator): Cookies =>
  client.cookieHeader.split('; ').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/su);
    return { name, value };
  });

/** Opens a page in a new browser context on the device, signed in when there are cookies. */
export async function onDevice<Result>(
  browser: Browser,
  device: Device,
  url: string,
  cookies: Cookies,
  work: (page: Page, devtools: CDPSession) => Promise<Result>,
): Promise<Result> {
  const { width, height, isPhone, scale, network } = device;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    isMobile: isPhone,
    hasTouch: isPhone,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    if (network) await slowNetwork(devtools, network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    for (const { name, value } of cookies)
      await devtools.send('Network.setCookie', { name, value, url, path: '/', secure: true, httpOnly: true });
    return await work(page, devtools);
  } finally {
    await context.close();
  }
}

async function slowNetwork(devtools: CDPSession, network: NonNullable<Device['network']>): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network.roundTripMilliseconds,
    downloadThroughput: network.bitsPerSecond / 8,
    uploadThroughput: network.uploadBitsPerSecond / 8,
  });
}
