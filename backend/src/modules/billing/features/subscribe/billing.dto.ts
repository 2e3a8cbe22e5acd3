import {
  PORTAL_FLOWS,
  type OpenPortalRequest,
  type PortalFlow,
} from '@posthorn/contracts/billing/billing.http';
import { BILLING_TEXT } from '@posthorn/contracts/billing/billing-text';
import { IsIn, IsOptional } from 'class-validator';

export class OpenPortalDto implements OpenPortalRequest {
  @IsOptional()
  @IsIn(PORTAL_FLOWS, { message: BILLING_TEXT.unknownFlow })
  readonly flow?: PortalFlow;
}
