import { Button, Center, Loader, PasswordInput, Stack, Text } from '@mantine/core'
import type { Document } from '@plinth/api/documents/documents'
import { parseNumber } from '@plinth/api/kernel/amounts'
import { type FormEvent, useEffect, useState } from 'react'
import { decimal } from '../../lib/format.ts'
import { t } from '../../lib/language.ts'
import { Failure } from '../../ui/shell/Screen.tsx'
import classes from './DocumentPreview.module.css'
import type { Renew } from './document-bytes.ts'
import { PdfPage } from './PdfPage.tsx'
import { damaged, usePdf } from './pdf-opening.ts'

function PasswordForm({ give, isWrong }: { give: (password: string) => void; isWrong: boolean }) {
  const [password, setPassword] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    give(password)
  }
  return (
    <Center h="100%" p="md">
      <Stack component="form" gap="sm" maw="22rem" w="100%" onSubmit={submit}>
        <PasswordInput
          label={t('Password of the document')}
          description={t('It is needed to show the document, and sent nowhere.')}
          autoComplete="off"
          required
          withAsterisk={false}
          value={password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          error={isWrong && t('This is not the password of the document.')}
        />
        <Button type="submit">{t('Open')}</Button>
      </Stack>
    </Center>
  )
}

/** Shows which page is in the middle of the box, and of how many; entering another number scrolls to that page. */
function PageNumber({ box, count }: { box: HTMLElement | null; count: number }) {
  const [present, setPresent] = useState(1)
  useEffect(() => {
    const updatePage = () => {
      const { top = 0, height = 0 } = box?.getBoundingClientRect() ?? {}
      const pages = [...(box?.querySelectorAll('[data-page]') ?? [])]
      const at = pages.findIndex((page) => page.getBoundingClientRect().bottom > top + height / 2)
      setPresent(at < 0 ? count : at + 1)
    }
    box?.addEventListener('scroll', updatePage, { passive: true })
    return () => box?.removeEventListener('scroll', updatePage)
  }, [box, count])
  function goToPage({ currentTarget: input }: { currentTarget: HTMLInputElement }) {
    const page = Math.min(Math.max(1, Math.trunc(parseNumber(input.value) ?? present)), count)
    input.value = String(page)
    if (page !== present) box?.querySelector(`[data-page="${page}"]`)?.scrollIntoView()
  }
  return (
    <div className={`sheet ${classes['turn']}`}>
      {t('Page')}
      <input
        key={present}
        aria-label={t('Page')}
        inputMode="numeric"
        size={String(count).length}
        defaultValue={present}
        onBlur={goToPage}
        onKeyDown={(event) => event.key === 'Enter' && goToPage(event)}
      />
      {t('of {count}', { count: decimal(count) })}
    </div>
  )
}

const widest = 960
const margin = 16

export interface Props {
  document: Document
  renew: Renew
  box: HTMLElement | null
  room: { width: number }
  zoom: number
}

/** A PDF, whose pages are drawn as they come near the visible part. Its links and scripts are inactive. */
export function PdfPages({ document, renew, box, room, zoom }: Props) {
  const { pdf, ratio, ask, fault, retry } = usePdf({ document, renew })
  if (fault)
    return (
      <Center h="100%" p="md" ta="center">
        {fault === damaged ? (
          <Text role="alert">{fault}</Text>
        ) : (
          <Failure text={fault} source={{ error: null, retry }} />
        )}
      </Center>
    )
  if (!pdf && ask) return <PasswordForm {...ask} />
  if (!pdf || !ratio)
    return (
      <Center h="100%">
        <Loader aria-label={t('Loading')} />
      </Center>
    )
  const width = Math.round(Math.min(room.width - margin, widest) * zoom)
  return (
    <>
      <div className={classes['pages']}>
        {Array.from({ length: pdf.numPages }, (_, at) => (
          <PdfPage key={at + 1} number={at + 1} {...{ pdf, width, ratio, box }} />
        ))}
      </div>
      {pdf.numPages > 1 && <PageNumber box={box} count={pdf.numPages} />}
    </>
  )
}
