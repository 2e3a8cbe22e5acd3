import { ConnectButtons } from './connect-buttons.tsx';
import { useHere } from '#lib/here.ts';

/** The platforms to connect an account on; each leads back to the page that is open, with what is open over it. */
export function ConnectHere({ labelledBy }: { labelledBy: string }) {
  return <ConnectButtons labelledBy={labelledBy} back={useHere()} />;
}
