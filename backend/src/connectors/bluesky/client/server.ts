import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { BLUESKY_LIMITS } from '../limits.ts';
import { amountOf, textOf } from '../../kit/json.ts';
import { pictureAddress } from '../../kit/picture-address.ts';
import type { RemoteAccount } from '../../contract/connector.ts';
import type { BlueskySession } from '../tokens.ts';
import type { Xrpc } from './client.ts';

/** Reads name and picture of the account. Errors are ignored: a server without the Bluesky app has no profiles. */
export async function profileOf(
  xrpc: Xrpc,
  session: BlueskySession,
): Promise<Pick<RemoteAccount, 'displayName' | 'picture'>> {
  const { pds: server, did, accessJwt: token } = session;
  try {
    const params = { actor: did };
    const profile = await xrpc.query({ server, method: 'app.bsky.actor.getProfile', params, token });
    return { displayName: textOf(profile['displayName']), ...pictureAddress(profile['avatar']) };
  } catch {
    return { displayName: null };
  }
}

/** The DID of a server, for tokens that other services use there. Usually it contains the host, but a server may have another host. */
export async function didOfServer(xrpc: Xrpc, server: string): Promise<string> {
  const usual = `did:web:${new URL(server).hostname}`;
  try {
    const { did } = await xrpc.query({ server, method: 'com.atproto.server.describeServer' });
    return textOf(did) ?? usual;
  } catch {
    return usual;
  }
}

/** The limits of a server. Self-hosted servers often accept only smaller files. If a server publishes no limits, the usual limits apply. */
export async function limitsAt(xrpc: Xrpc, server: string, now: Date): Promise<PlatformLimits> {
  const { media } = BLUESKY_LIMITS;
  try {
    const description = await xrpc.query({ server, method: 'com.atproto.server.describeServer' });
    const uploadLimit = amountOf(description['blobUploadLimit']);
    if (uploadLimit === null) return BLUESKY_LIMITS;
    const imageBytes = Math.min(media.imageBytes, uploadLimit);
    // A server on a private network cannot use the video service. In this case, a video is uploaded like any other file.
    const videoBytes = xrpc.isPrivate(server) ? Math.min(media.videoBytes, uploadLimit) : media.videoBytes;
    const confirmed = now.toISOString().slice(0, 10);
    return { ...BLUESKY_LIMITS, confirmed, media: { ...media, imageBytes, videoBytes } };
  } catch {
    return BLUESKY_LIMITS;
  }
}
