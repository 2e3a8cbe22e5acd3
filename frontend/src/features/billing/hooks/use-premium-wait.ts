import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listenLive } from '#lib/live-updates.ts';
import { reloadUser, refreshPlan } from '../api/billing.ts';

/** The delays in milliseconds after which the server asks Stripe. The server accepts ten such requests a minute. */
const REFRESH_AFTER_MS = [0, 2_000, 5_000, 10_000, 20_000];
const WAIT_MS = 30_000;

/** Reloads the user after each live update about the user, for example about the plan. */
export function useLiveUser(userId: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId === null) return undefined;
    return listenLive(
      userId,
      ({ topic }) => {
        if (topic === 'user') void reloadUser(queryClient);
      },
      () => undefined,
    );
  }, [queryClient, userId]);
}

/** Makes the server ask Stripe while the user waits for Premium. @returns true after half a minute of waiting */
export function usePremiumWait(isWaiting: boolean): boolean {
  const queryClient = useQueryClient();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timers = REFRESH_AFTER_MS.map((after) => setTimeout(() => void refreshPlan(queryClient), after));
    timers.push(
      setTimeout(() => {
        setLate(true);
      }, WAIT_MS),
    );
    return () => {
      timers.forEach(clearTimeout);
      setLate(false);
    };
  }, [queryClient, isWaiting]);
  return isLate;
}
