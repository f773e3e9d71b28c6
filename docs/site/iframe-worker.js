// Browsers start no workers from files. Where the site is opened as files, the search runs in a hidden frame instead.
if (location.protocol === 'file:') {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement('iframe');
      frame.hidden = true;
      frame.srcdoc = '<!doctype html><title>search</title>';
      this.ready = new Promise((resolve) => {
        frame.addEventListener('load', () => {
          const inner = frame.contentWindow;
          // What the script calls to answer, and to load more of itself.
          inner.postMessage = (data) => this.dispatchEvent(new MessageEvent('message', { data }));
          inner.importScripts = (...addresses) => Promise.all(addresses.map((each) => load(inner, each)));
          load(inner, address).then(() => resolve(inner));
        });
      });
      document.body.append(frame);
    }

    postMessage(data) {
      this.ready.then((inner) => inner.dispatchEvent(new MessageEvent('message', { data })));
    }
  };

  const load = (inner, address) =>
    new Promise((resolve, reject) => {
      const script = inner.document.createElement('script');
      script.src = address;
      script.onload = resolve;
      script.onerror = reject;
      inner.document.head.append(script);
    });
}
