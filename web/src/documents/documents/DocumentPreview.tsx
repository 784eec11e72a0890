import { ActionIcon, Button, Modal, VisuallyHidden } from '@mantine/core'
import { useElementSize, useMergedRef, useWindowEvent } from '@mantine/hooks'
import { askAgainMs, type Document, getDocument } from '@plinth/api/documents/documents'
import { IconChevronLeft, IconChevronRight, IconMinus, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/call.ts'
import { decimal, kilobytes, percent } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { endpointKey } from '../../lib/query-client.ts'
import { usePhone } from '../../ui/shell/Screen.tsx'
import { useDialog } from '../../ui/shell/useDialog.ts'
import classes from './DocumentPreview.module.css'
import { canZoom, DocumentView, typeLabel } from './DocumentView.tsx'
import { useZoom } from './useZoom.ts'

/** The listed document, refetched so that its links are at most minutes old. */
function useFresh(listed: Document) {
  const input = { params: { id: listed.id } }
  const { data, refetch } = useQuery({
    queryKey: endpointKey(getDocument, input),
    queryFn: ({ signal }) => call(getDocument, input, { signal }),
    initialData: listed,
    refetchInterval: ({ state }) => (state.data?.arePicturesDue ? askAgainMs : 120_000),
    gcTime: 0,
  })
  return { document: data, renew: async () => (await refetch({ cancelRefetch: false })).data?.previewUrl ?? null }
}

const zoomStep = 1.25

/** Looks disabled without the attribute: a disabled button would lose the focus, and with it the keys. */
const tool = (label: string, isOff = false) =>
  ({ variant: 'default', size: 'lg', 'aria-label': label, 'aria-disabled': isOff, 'data-disabled': isOff }) as const

type Turning = { documents: readonly Document[]; at: number; show: (at: number) => void }

function Panel({ listed, documents: { length: count }, at, show }: Turning & { listed: Document }) {
  const { document, renew } = useFresh(listed)
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const { zoom, zoomBy } = useZoom(canZoom(document) ? box : null)

  function turn(to: number) {
    if (to < 0 || to >= count) return
    zoomBy(1 / zoom)
    box?.scrollTo(0, 0)
    show(to)
  }

  useWindowEvent('keydown', (event) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || target instanceof HTMLInputElement) return
    const scrollsSideways = box && box === target && box.scrollWidth > box.clientWidth
    if (key === '+' || key === '=') zoomBy(zoomStep)
    else if (key === '-') zoomBy(1 / zoomStep)
    else if (key === 'ArrowLeft' && !scrollsSideways) turn(at - 1)
    else if (key === 'ArrowRight' && !scrollsSideways) turn(at + 1)
    else return
    event.preventDefault()
  })

  return (
    <>
      <div className={classes['bar']}>
        <ActionIcon {...tool(t('Previous document'), at === 0)} onClick={() => turn(at - 1)}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <span className={classes['figure']} role="status">
          {t('{number} of {count}', { number: decimal(at + 1), count: decimal(count) })}
          <VisuallyHidden>{`: ${document.fileName}`}</VisuallyHidden>
        </span>
        <ActionIcon {...tool(t('Next document'), at + 1 === count)} onClick={() => turn(at + 1)}>
          <IconChevronRight size={18} />
        </ActionIcon>
        {canZoom(document) && (
          <>
            <ActionIcon {...tool(t('Zoom out'))} onClick={() => zoomBy(1 / zoomStep)} ml="auto">
              <IconMinus size={18} />
            </ActionIcon>
            <span className={classes['figure']}>{percent(Math.round(zoom * 100))}</span>
            <ActionIcon {...tool(t('Zoom in'))} onClick={() => zoomBy(zoomStep)}>
              <IconPlus size={18} />
            </ActionIcon>
          </>
        )}
      </div>
      <div
        ref={useMergedRef(ref, setBox)}
        className={classes['box']}
        role="region"
        aria-label={t('Preview')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys scroll it
        tabIndex={0}
        data-autofocus
      >
        {width > 0 && <DocumentView key={listed.id} {...{ document, renew, box, room: { width, height }, zoom }} />}
      </div>
      <div className={`hint ${classes['foot']}`}>
        <span>{`${typeLabel(document)} · ${kilobytes(document.size)}`}</span>
        <code>{`SHA-256 ${document.sha256}`}</code>
        <Button component="a" href={document.s3Url} download={document.fileName}>
          {t('Download')}
        </Button>
      </div>
    </>
  )
}

interface Props {
  documents: readonly Document[]
  at: number
  onClose: () => void
}

/** A dialog that shows a document and leads to its neighbours in the list. */
export function DocumentPreview({ documents, at, onClose }: Props) {
  const isPhone = usePhone()
  const { props } = useDialog(onClose)
  const [shown, show] = useState(at)
  const listed = documents[shown]

  return (
    <Modal
      {...props}
      title={listed?.fileName}
      fullScreen={isPhone}
      size="76rem"
      yOffset="2rem"
      classNames={{ content: classes['content'] ?? '', title: classes['title'] ?? '', body: classes['body'] ?? '' }}
    >
      {listed && <Panel {...{ listed, documents, at: shown, show }} />}
    </Modal>
  )
}
