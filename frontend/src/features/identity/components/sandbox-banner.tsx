import { useQuery } from '@tanstack/react-query';
import { appStateQuery } from '../api/app-state.ts';
import { SandboxNotice } from './sandbox-notice.tsx';

export function SandboxBanner() {
  const { data } = useQuery(appStateQuery);
  return data?.sandbox && <SandboxNotice url={data.sandboxUrl} />;
}
