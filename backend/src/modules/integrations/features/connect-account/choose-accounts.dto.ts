import { CHOICE_TEXT } from '@posthorn/contracts/integrations/choices.http';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsString, MaxLength } from 'class-validator';

const message = CHOICE_TEXT.noneChosen;
/** The maximum number of ids. Far more accounts than one consent can return. */
const IDS_MAX = 500;

export class ChooseAccountsDto {
  @MaxLength(100, { each: true, message })
  @IsString({ each: true, message })
  @ArrayMaxSize(IDS_MAX, { message })
  @ArrayNotEmpty({ message })
  @IsArray({ message })
  readonly ids!: string[];
}
