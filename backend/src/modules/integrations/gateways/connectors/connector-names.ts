import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import { PlatformNames } from '../../ports/platform-names.ts';

@Injectable()
export class ConnectorNames extends PlatformNames {
  constructor(private readonly connectors: Connectors) {
    super();
  }

  override of(platform: Platform): string {
    return this.connectors.find(platform)?.descriptor.name ?? platform;
  }
}
