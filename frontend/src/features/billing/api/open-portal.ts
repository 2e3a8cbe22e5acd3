import { openPortal, type PortalFlow } from '@posthorn/contracts/billing/billing.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { PLAN_TEXT } from '../plan.messages.en.ts';

/** Leads to Stripe's own page for a subscription. */
export const useOpenPortal = () =>
  useDeclaredMutation({
    send: (flow: PortalFlow | null) => send(openPortal, flow === null ? {} : { flow }),
    onDone: (_, { url }) => {
      window.location.assign(url);
    },
    failure: { title: PLAN_TEXT.failed.title, again: PLAN_TEXT.failed.hint },
  });
