import { Anchor, Skeleton, Stack } from '@mantine/core'
import {
  getRefundRequest,
  refundRequestLabels as labels,
  type RefundRequest,
} from '@plinth/api/deposits/refund-requests'
import { Link } from '@tanstack/react-router'
import { languageText } from '../../documents/letter-templates/letter-words.ts'
import { dash, dayText, words } from '../../lib/format.ts'
import { t, translated } from '../../lib/language.ts'
import { recallSearch } from '../../lib/search.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { officeText } from '../../tenders/offices/useOffices.ts'
import { FactGroup, ReadValue } from '../../ui/form/FieldGroup.tsx'
import form from '../../ui/form/RecordForm.module.css'
import { RecordSides, Side } from '../../ui/form/RecordSides.tsx'
import { RecordFacts } from '../../ui/record/RecordHistory.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { lazyPart } from '../../ui/shell/Part.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { emptyWords, numberLater } from './empty-fields.ts'
import { RequestDeposits } from './RequestDeposits.tsx'
import { RequestHead } from './RequestHead.tsx'
import { useStoredLetter } from './useStoredLetter.ts'

const DocumentPanel = lazyPart(() => import('../../documents/documents/DocumentPanel.tsx'), 'DocumentPanel', {
  waiting: <Skeleton height={160} mb="sm" />,
})
const LetterPreview = lazyPart(() => import('../../documents/letter-templates/LetterPreview.tsx'), 'LetterPreview', {
  waiting: <Skeleton height={420} mb="sm" />,
})
// A lazy part, because the PDF viewer is large and a draft has no PDF.
const SentLetter = lazyPart(() => import('./SentLetter.tsx'), 'SentLetter', {
  waiting: <Skeleton height={760} mb="sm" />,
})

const listPath = '/contracts/refund-requests'

const sides = [
  { id: 'deposits', label: t('Deposits') },
  { id: 'letter', label: t('Letter') },
  { id: 'documents', label: t('Documents') },
  { id: 'history', label: t('History') },
]

/** The page of a refund request: its head, deposits, letter, documents and history. */
export function RequestPage() {
  const stored = useRecord(getRefundRequest)
  const request = stored.data
  return (
    <Screen
      title={request?.number ?? t('Refund request')}
      source={stored}
      failure={t('Failed to fetch refund request')}
      actions={
        <LinkButton variant="default" to={listPath} search={recallSearch(listPath)}>
          {t('Back to list')}
        </LinkButton>
      }
    >
      {request ? (
        <LoadedRequest key={request.id} request={request} />
      ) : (
        <Stack gap="sm" aria-busy>
          {[150, 200, 420].map((height) => (
            <Skeleton key={height} height={height} />
          ))}
        </Stack>
      )}
    </Screen>
  )
}

function LoadedRequest({ request }: { request: RefundRequest }) {
  return (
    <>
      <RequestHead request={request} />
      <RecordSides sides={sides} />
      <div className={form['page']}>
        <div className={form['beside']}>
          <Facts request={request} />
        </div>
        <div className={form['record']}>
          <Side id="deposits">
            <RequestDeposits request={request} />
          </Side>
          <Side id="letter">
            {request.documentId ? <SentLetter documentId={request.documentId} /> : <DraftLetter request={request} />}
          </Side>
          <Side id="documents">
            <DocumentPanel entityType="REFUND_REQUEST" entityId={request.id} />
          </Side>
          <Side id="history">
            <RecordFacts record={request} hasTrail />
          </Side>
        </div>
      </div>
    </>
  )
}

function DraftLetter({ request }: { request: RefundRequest }) {
  const { data, error, retry } = useStoredLetter(request)
  return (
    <LetterPreview
      letter={data?.letter}
      told={emptyWords(data?.emptyFields ?? [])}
      {...{ error, retry, numberLater }}
    />
  )
}

const dayOrDash = (value: string | null) => (value ? dayText(value) : dash)

/** The facts of a request. Sending and answer are left out until they happen. */
function Facts({ request }: { request: RefundRequest }) {
  const { officeId, department, officeName, letterOn, language, toParent, sentOn, answeredOn } = request
  return (
    <FactGroup title={t('Facts')}>
      <ReadValue label={translated(labels.officeId)} wide>
        <Anchor component={Link} to={`/contracts/offices/${officeId}`} inherit underline="always">
          {officeText({ department: department ?? dash, officeName: officeName ?? dash })}
        </Anchor>
      </ReadValue>
      {toParent && <ReadValue label={translated(labels.toParent)}>{t('Yes')}</ReadValue>}
      <ReadValue label={translated(labels.letterOn)}>{dayOrDash(letterOn)}</ReadValue>
      <ReadValue label={translated(labels.language)}>{languageText(language)}</ReadValue>
      {sentOn && (
        <>
          <ReadValue label={translated(labels.sentOn)}>{dayOrDash(sentOn)}</ReadValue>
          <ReadValue label={translated(labels.sentByMeans)}>{words(request.sentByMeans)}</ReadValue>
          <ReadValue label={translated(labels.dispatchRef)}>{request.dispatchRef || dash}</ReadValue>
        </>
      )}
      {answeredOn && (
        <>
          <ReadValue label={translated(labels.answeredOn)}>{dayOrDash(answeredOn)}</ReadValue>
          <ReadValue label={translated(labels.inwardRef)}>{request.inwardRef || dash}</ReadValue>
          <ReadValue label={translated(labels.answer)} wide>
            {request.answer || dash}
          </ReadValue>
        </>
      )}
    </FactGroup>
  )
}
