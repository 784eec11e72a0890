import { Box } from '@mantine/core'
import {
  createLetterTemplate,
  deleteLetterTemplate,
  type LetterTemplate,
  letterTemplate,
  letterTemplateLabels,
  listLetterTemplates,
  updateLetterTemplate,
} from '@plinth/api/documents/letter-templates'
import { t } from '../../lib/language.ts'
import { useList } from '../../lib/useList.ts'
import { columnsOf } from '../../ui/list/Columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { Pager } from '../../ui/list/Pager.tsx'
import { LinkButton, RowLink } from '../../ui/shell/LinkButton.tsx'
import { RowActions } from '../../ui/shell/RowActions.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { Letterhead } from './Letterhead.tsx'
import { kindWords, languageText } from './letter-words.ts'

const { name, kind, language, isDefault, subject } = letterTemplateLabels

const pathOf = ({ id }: Pick<LetterTemplate, 'id'>) => `/contracts/letter-templates/${id}`

const columns = columnsOf(
  letterTemplate,
  { name, kind, language, isDefault, subject },
  {
    name: { wrap: true, show: (called, row) => <RowLink to={pathOf(row)}>{called}</RowLink> },
    kind: { show: (of) => kindWords[of] },
    language: { show: (of) => languageText(of) },
    isDefault: { show: (is) => (is ? t('Yes') : '') },
    subject: { wrap: true },
  },
).filter(({ field }) => ['name', 'kind', 'language', 'isDefault', 'subject', 'updatedAt'].includes(field))

const card = { called: 'name', facts: ['kind', 'language', 'isDefault', 'subject'] } as const

const rowActions = (row: LetterTemplate) => (
  <RowActions
    name={row.name}
    view={pathOf(row)}
    edit={{ to: `${pathOf(row)}/edit`, call: updateLetterTemplate }}
    remove={{
      endpoint: deleteLetterTemplate,
      params: { id: row.id },
      confirm: t('Are you sure you want to delete this letter template?'),
    }}
  />
)

/** The company's letter templates, by kind, language and name. */
export function TemplateList() {
  const list = useList(listLetterTemplates, {})
  return (
    <Screen
      title={t('Letter templates')}
      source={list}
      failure={t('Failed to fetch letter templates')}
      actions={
        <>
          <LinkButton variant="default" to="/contracts/refund-requests">
            {t('Refund requests')}
          </LinkButton>
          <LinkButton to="/contracts/letter-templates/create" call={createLetterTemplate}>
            {t('New letter template')}
          </LinkButton>
        </>
      }
    >
      <DataTable
        caption={t('Letter templates')}
        list={list}
        columns={columns}
        card={card}
        actions={rowActions}
        empty={t('There are no letter templates yet. Enter the first one with New letter template.')}
      />
      <Pager list={list} />
      <Box mt="sm">
        <Letterhead />
      </Box>
    </Screen>
  )
}
