import { CHOICE_TEXT } from '@posthorn/contracts/integrations/choices.http';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsString, MaxLength } from 'class-validator';

const message = CHOICE_TEXT.noneChosen;
/** Far more pages than a consent ever opens. */
const MOST = 500;

export class ChooseAccountsDto {
  @MaxLength(100, { each: true, message })
  @IsString({ each: true, message })
  @ArrayMaxSize(MOST, { message })
  @ArrayNotEmpty({ message })
  @IsArray({ message })
  readonly ids!: string[];
}
