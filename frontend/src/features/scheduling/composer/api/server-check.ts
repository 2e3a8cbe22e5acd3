import { precheckPost, type PrecheckRequest } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { send } from '#lib/api-client.ts';

const PAUSE_MS = 600;

/**
 * What only the server can tell of a post: a platform's own rules, its quota, the end of a permission. Asked when the
 * writer pauses; null asks nothing. Without an answer nothing is known, and sending asks again.
 */
export function useServerCheck(request: PrecheckRequest | null) {
  const wanted = request && JSON.stringify(request);
  const [asked, ask] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      ask(wanted);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [wanted]);
  const { data } = useQuery({
    queryKey: [precheckPost.path, asked],
    queryFn: ({ signal }) => send(precheckPost, JSON.parse(asked ?? '{}') as PrecheckRequest, { signal }),
    enabled: asked !== null && asked === wanted,
    staleTime: 60_000,
    gcTime: 60_000,
  });
  return asked === wanted ? (data?.accounts ?? []) : [];
}
