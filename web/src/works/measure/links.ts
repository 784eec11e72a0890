import { kindsOf } from '@plinth/api/kernel/kinds'
import type { AuditEntry } from '@plinth/api/platform/audit-trail'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

/** Only the entry that creates a line names its sheet; every other entry leads to the list. */
function pathOfLine(_: string, { changes }: AuditEntry): string {
  const id = changes['sheet_id']
  return typeof id === 'string' ? `/measure/sheets/${id}` : '/measure'
}

const module = 'Measurement Book'

export const links: SliceLinks = {
  beginnings: [{ to: '/measure/new', label: t('New measurement sheet'), module }],
  audited: {
    measurement_sheets: {
      module,
      path: (id) => `/measure/sheets/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/works/measurement-sheets')),
        ({ listedSheet, sheetLabels }) => ({ labels: sheetLabels, kinds: kindsOf(listedSheet) }),
      ),
    },
    measurement_lines: {
      module,
      path: pathOfLine,
      fields: lateFields(
        lateScript(() => import('@plinth/api/works/measurement-lines')),
        ({ measurementLine, lineLabels }) => ({ labels: lineLabels, kinds: kindsOf(measurementLine) }),
      ),
    },
  },
}
