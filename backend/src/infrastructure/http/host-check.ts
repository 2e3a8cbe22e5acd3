import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { NextFunction, Request, Response } from 'express';
import type { Configuration } from '../config/configuration.ts';
import { RequestRefused } from './request-refused.ts';

/** Probes of an orchestrator come by address, not by name; they change nothing, and get a yes or no. */
const PROBES = /^\/health\/(live|ready)$/;
const LOCAL = /^(localhost|127\.0\.0\.1|\[::1\]|([a-z0-9-]+\.)+localhost)(:\d+)?$/;

export type Hosts = Pick<Configuration, 'publicUrl' | 'production'>;

/** The product answers for the host of PUBLIC_URL, and on a developer's machine for the names of that machine. */
export function isOurHost(host: string | undefined, { publicUrl, production }: Hosts): boolean {
  if (!host) return false;
  const name = host.toLowerCase();
  return name === new URL(publicUrl).host || (!production && LOCAL.test(name));
}

/** 421 for any other Host: absolute addresses come from configuration, and nobody shall make caches believe otherwise. */
export function hostCheck(hosts: Hosts) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (PROBES.test(request.path) || isOurHost(request.headers.host, hosts)) next();
    else next(new RequestRefused(421, 'request.wrong-host', SERVER_TEXT.wrongHost));
  };
}
