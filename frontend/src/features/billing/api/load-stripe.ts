import type { Stripe } from '@stripe/stripe-js';

/** After that long the script counts as not there. */
const WITHIN_MS = 20_000;

let loading: Promise<void> | null = null;

/**
 * Stripe's script from the address that the server names: it belongs to the version of the API that the server speaks, and in the
 * sandbox it is another one. `@stripe/stripe-js` knows one fixed address, so only its types are used.
 *
 * @throws Error when the script does not come or is none of Stripe's
 */
export async function loadStripe(scriptUrl: string, publicKey: string): Promise<Stripe> {
  loading ??= load(scriptUrl).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  await loading;
  if (!window.Stripe) throw new Error(`${scriptUrl} is no script of Stripe`);
  return window.Stripe(publicKey);
}

function load(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${url} could not be loaded`));
    };
    const timer = setTimeout(fail, WITHIN_MS);
    script.src = url;
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = fail;
    document.head.append(script);
  });
}
