// Elements made by scripts.

/** An element with properties and children. */
export function element(name, properties = {}, ...children) {
  const { role, ...others } = properties;
  const made = Object.assign(document.createElement(name), others);
  if (role) made.setAttribute('role', role);
  made.append(...children);
  return made;
}
