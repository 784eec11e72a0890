import type { ListedSheet, SheetStatus } from '@plinth/api/works/measurement-sheets'
import { t } from '../../lib/language.ts'
import type { Tone } from '../../ui/shell/StatusBadge.tsx'

/** The name of the measurement book's channel in the outbox. */
export const channelName = 'measure'

export const listPath = '/measure'

/** The page of a sheet. */
export const sheetPath = ({ id }: Pick<ListedSheet, 'id'>) => `/measure/sheets/${id}`

/** The name of a sheet: its number, which a draft does not have yet. */
export const sheetName = ({ number }: Pick<ListedSheet, 'number'>) =>
  number === null ? t('Draft sheet') : t('Sheet {sheet}', { sheet: number })

export const sheetTones: Record<SheetStatus, Tone> = {
  DRAFT: 'neutral',
  RECORDED: 'good',
  CANCELLED: 'bad',
}

/** Whether the sheet is a draft of this user, who alone may write on it. The wire names its author by user name. */
export const isOwnDraft = (
  { status, createdByName }: Pick<ListedSheet, 'status' | 'createdByName'>,
  user: { username: string } | null,
): boolean => status === 'DRAFT' && user !== null && createdByName === user.username
