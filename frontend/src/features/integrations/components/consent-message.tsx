import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import {
  CONSENT_RESULT_PARAMETERS,
  consentIn,
  type ConsentResult,
} from '@posthorn/contracts/integrations/consent';
import { COMMENTS_CONSENT_TEXT, CONSENT_TEXT } from '@posthorn/contracts/integrations/consent-text';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { subscribeToasts, toast, toasts } from '#ui/toast-store.ts';
import { NEWS_TEXT } from '../messages/accounts.en.ts';

/** Shows the result of a consent, on every screen to which the user returns. The URL contains the result until the user closes the
 * message, so that a reloaded page shows the message again.
 */
export function ConsentMessage() {
  const navigate = useNavigate();
  const consentText = useLocation({ select: ({ search }) => JSON.stringify(consentIn(search)) });
  useEffect(() => {
    const removeFromUrl = () => {
      void navigate({
        to: '.',
        search: (all: Readonly<Record<string, unknown>>) =>
          Object.fromEntries(Object.entries(all).filter(([name]) => !isConsentParameter(name))),
        replace: true,
        resetScroll: false,
      });
    };
    const consent = JSON.parse(consentText) as ConsentResult | null;
    if (!consent) {
      removeFromUrl();
      return;
    }
    const id = toast({ ...toastOf(consent), stays: true });
    return subscribeToasts(() => {
      if (!toasts().some((item) => item.id === id && item.open)) removeFromUrl();
    });
  }, [consentText, navigate]);
  return null;
}

const isConsentParameter = (name: string): boolean =>
  CONSENT_RESULT_PARAMETERS.some((known) => known === name);

function toastOf(consent: ConsentResult): Parameters<typeof toast>[0] {
  const name = PLATFORM_NAMES[consent.platform];
  if (consent.kind === 'refused')
    return {
      title: consent.opens ? NEWS_TEXT.notGranted(name) : NEWS_TEXT.notConnected(name),
      description: (consent.opens ? COMMENTS_CONSENT_TEXT : CONSENT_TEXT)[consent.reason](name),
      variant: 'destructive',
    };
  if (consent.kind === 'granted')
    return { title: NEWS_TEXT.granted(name), description: NEWS_TEXT.grantedHint };
  return consent.kind === 'connected' && consent.already
    ? { title: CONNECT_TEXT.alreadyConnected, description: CONNECT_TEXT.renewed(name) }
    : { title: NEWS_TEXT.connected(name), description: NEWS_TEXT.connectedHint };
}
