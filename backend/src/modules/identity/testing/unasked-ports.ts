import { Global, Module } from '@nestjs/common';
import { PlatformNames } from '#modules/integrations/ports/platform-names.ts';

/** Ports of other modules for specs in which nobody is told of anything: a call fails. */
@Global()
@Module({ providers: [{ provide: PlatformNames, useValue: {} }], exports: [PlatformNames] })
export class UnaskedPorts {}
