import { t } from '../../lib/language.ts'

/** The field that asks for the reason of a rejection, which is required. */
export const rejectionField = {
  label: t('Rejection reason'),
  description: t('What has to be mended before the next review'),
  missing: t('Rejection reason is required'),
  minRows: 3,
  maxLength: 2000,
}
