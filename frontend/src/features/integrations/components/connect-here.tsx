import { ConnectButtons } from './connect-buttons.tsx';
import { useHere } from '#lib/here.ts';

/** Links that connect an account. After the consent, the user returns to the current page with its open dialog. */
export function ConnectHere({ labelledBy }: { labelledBy: string }) {
  return <ConnectButtons labelledBy={labelledBy} back={useHere()} />;
}
