// Copy buttons for code and for values that are shown once. Everything can be selected without them.
{
  // A page that is not served over https has no clipboard, but can copy a selection.
  /** @param {Element} code */
  const copy = async (code) => {
    try {
      await navigator.clipboard.writeText(code.textContent)
    } catch {
      getSelection()?.selectAllChildren(code)
      document.execCommand('copy')
      getSelection()?.empty()
    }
  }

  for (const block of document.querySelectorAll('figure.code, .once')) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy' })
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      const code = [...block.querySelectorAll('code')].find((each) => each.checkVisibility())
      if (code !== undefined) await copy(code)
      button.textContent = 'Copied'
      setTimeout(() => (button.textContent = 'Copy'), 1500)
    })
    const place = block.querySelector('figcaption, .label') ?? block
    place.append(button)
  }
}
