import { kindsOf } from '@plinth/api/kernel/kinds'
import type { SliceLinks } from '../../app/slice-links.ts'
import { t } from '../../lib/language.ts'
import { lateFields } from '../../lib/late-fields.ts'
import { lateScript } from '../../lib/scripts.ts'

export const links: SliceLinks = {
  screens: [{ to: '/contracts/letter-templates', label: t('Letter templates'), module: 'Contracts', can: 'canView' }],
  beginnings: [{ to: '/contracts/letter-templates/create', label: t('New letter template'), module: 'Contracts' }],
  audited: {
    letterheads: {
      module: 'Contracts',
      path: () => '/contracts/letter-templates',
      fields: lateFields(
        lateScript(() => import('@plinth/api/documents/letterheads')),
        ({ letterhead, letterheadLabels }) => ({ labels: letterheadLabels, kinds: kindsOf(letterhead) }),
      ),
    },
    letter_templates: {
      module: 'Contracts',
      path: (id) => `/contracts/letter-templates/${id}`,
      fields: lateFields(
        lateScript(() => import('@plinth/api/documents/letter-templates')),
        ({ letterTemplate, letterTemplateLabels }) => ({
          labels: letterTemplateLabels,
          kinds: kindsOf(letterTemplate),
        }),
      ),
    },
  },
}
