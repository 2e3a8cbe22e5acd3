import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { listenLive } from '#lib/live-updates.ts';
import { askUserAgain, refreshPlan } from '../api/billing.ts';

/** When the server asks Stripe again, in milliseconds. Its limit is ten times a minute. */
const LOOK_AT = [0, 2_000, 5_000, 10_000, 20_000];
const WAIT_MS = 30_000;

/** Reloads the user when their plan has changed, for any reason. */
export function useUserNews(userId: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (userId === null) return undefined;
    return listenLive(
      userId,
      ({ topic }) => {
        if (topic === 'user') void askUserAgain(queryClient);
      },
      () => undefined,
    );
  }, [queryClient, userId]);
}

/** Makes the server ask Stripe while the user waits for Premium. @returns whether the wait has become too long to watch */
export function usePremiumWait(isWaiting: boolean): boolean {
  const queryClient = useQueryClient();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timers = LOOK_AT.map((after) => setTimeout(() => void refreshPlan(queryClient), after));
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
