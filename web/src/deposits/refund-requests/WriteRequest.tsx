import { Skeleton, Stack } from '@mantine/core'
import {
  createRefundRequest,
  getRefundRequest,
  type RefundRequest,
  updateRefundRequest,
} from '@plinth/api/deposits/refund-requests'
import { Navigate, useMatch, useNavigate, useSearch } from '@tanstack/react-router'
import { today } from '../../lib/days.ts'
import { plainText } from '../../lib/format.ts'
import { language, t } from '../../lib/language.ts'
import type { Search } from '../../lib/search.ts'
import { denied, useAllowed } from '../../lib/useAllowed.ts'
import { useRecord } from '../../lib/useRecord.ts'
import { modeOf } from '../../ui/form/form-context.ts'
import { RecordForm } from '../../ui/form/RecordForm.tsx'
import { Screen } from '../../ui/shell/Screen.tsx'
import { RequestFields } from './RequestFields.tsx'
import type { FormValues } from './request-form.ts'
import { requestPath } from './request-path.ts'
import { WritingActs } from './WritingActs.tsx'

const listPath = '/contracts/refund-requests'
const texts = { saved: t('Draft saved'), failed: t('The draft was not saved.') }

function Waiting() {
  return (
    <Stack gap="sm" aria-busy>
      {[90, 220, 320].map((height) => (
        <Skeleton key={height} height={height} />
      ))}
    </Stack>
  )
}

/** The form of a refund request, for a new one or a stored draft. */
export function WriteRequest() {
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  return modeOf(pathname) === 'create' ? <NewRequest /> : <DraftRequest />
}

/** The office and the deposits named in the address. */
function useNamed() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const listOf = (name: string) => [search[name] ?? []].flat().map(plainText).filter(Boolean)
  return { officeId: listOf('officeId')[0] ?? null, depositIds: listOf('depositId') }
}

function NewRequest() {
  const { officeId, depositIds } = useNamed()
  const may = useAllowed([createRefundRequest])
  const title = t('New refund request')
  const blank: FormValues = {
    officeId,
    language,
    letterOn: today(),
    deposits: [],
    subject: null,
    body: null,
    enclosures: null,
  }
  const source = { error: may === false ? denied : null, retry: () => undefined }
  const key = JSON.stringify([officeId, depositIds])
  return (
    <Screen title={title} source={source}>
      {may ? (
        <WritingForm key={key} title={title} write={createRefundRequest} initial={blank} named={depositIds} />
      ) : (
        <Waiting />
      )}
    </Screen>
  )
}

function DraftRequest() {
  const may = useAllowed([getRefundRequest, updateRefundRequest])
  const stored = useRecord(getRefundRequest, { enabled: may === true })
  const request = stored.data
  const title = request ? t('Edit {number}', { number: request.number }) : t('Edit refund request')
  if (request && request.state !== 'DRAFT') return <Navigate to={requestPath(request)} replace />
  return (
    <Screen
      title={title}
      source={may === false ? { ...stored, error: denied } : stored}
      failure={t('Failed to fetch refund request')}
    >
      {request ? (
        <WritingForm
          key={request.id}
          title={title}
          write={updateRefundRequest}
          initial={request}
          named={[]}
          request={request}
        />
      ) : (
        <Waiting />
      )}
    </Screen>
  )
}

interface FormProps {
  title: string
  write: typeof createRefundRequest | typeof updateRefundRequest
  initial: FormValues | RefundRequest
  named: readonly string[]
  request?: RefundRequest
}

function WritingForm({ title, write, initial, named, request }: FormProps) {
  const navigate = useNavigate()
  const toPage = (stored: { id?: string }, search: Search = {}) =>
    navigate({ to: requestPath({ id: stored.id ?? '' }), search })
  return (
    <RecordForm
      title={title}
      load={getRefundRequest}
      write={write}
      initial={initial}
      listPath={request ? requestPath(request) : listPath}
      texts={texts}
      lead={async (stored) => toPage(stored)}
      bar={(saving) => <WritingActs saving={saving} toPage={toPage} />}
    >
      <RequestFields named={named} request={request} />
    </RecordForm>
  )
}
