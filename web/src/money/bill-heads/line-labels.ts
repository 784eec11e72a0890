import type { BillHead } from '@plinth/api/money/bill-engine/bill'
import { t } from '../../lib/language.ts'

/** The label of each line of the memorandum. */
export const lineLabels: Readonly<Record<BillHead, string>> = {
  GROSS: t('Value of work'),
  CGST: t('Central GST (CGST)'),
  SGST: t('State GST (SGST)'),
  IGST: t('Integrated GST (IGST)'),
  ROUND_OFF: t('Rounding to the rupee'),
  SECURED_ADVANCE: t('Secured advance'),
  WITHHELD: t('Withheld'),
  RELEASED: t('Released'),
  RETENTION: t('Retention'),
  ADVANCE_RECOVERY: t('Advance recovered'),
  ADVANCE_TAX: t('GST on the advance recovered'),
  ADVANCE_INTEREST: t('Interest on the advance'),
  IT_TDS: t('Income-tax TDS'),
  GST_TDS_CENTRAL: t('GST TDS, central tax'),
  GST_TDS_STATE: t('GST TDS, State tax'),
  GST_TDS_INTEGRATED: t('GST TDS, integrated tax'),
  CESS: t('Welfare cess'),
  ROYALTY: t('Royalty'),
  LD: t('Compensation for delay'),
  MATERIAL: t('Material issued'),
  FINE: t('Fine'),
  OTHER: t('Other'),
}
