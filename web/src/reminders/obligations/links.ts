import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

const markLabels = { kind: t('Kind'), recordType: t('Record'), dueOn: t('Due on'), reason: t('Reason') }

export const links: SliceLinks = {
  open: [{ to: '/reminders', label: t('Agenda'), only: 'signed-in' }],
  audited: {
    obligation_marks: {
      module: 'Reminders',
      path: () => '/reminders',
      fields: lateFields(
        lateScript(() => import('@plinth/api/reminders/obligations')),
        ({ obligationMark }) => ({ labels: markLabels, kinds: kindsOf(obligationMark) }),
      ),
    },
  },
}
