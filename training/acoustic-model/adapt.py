import argparse, os, shutil, subprocess, sys, concurrent.futures, collections
import numpy as np
from sphinx_files import *
from transcripts import *

EN_US="/usr/share/pocketsphinx/model/en-us"
TOOLS="/usr/lib/sphinxtrain"
FEAT=["-feat","1s_c_d_dd","-svspec","0-12/13-25/26-38","-ceplen","13","-cmn","none","-agc","none","-varnorm","no"]
here=os.path.dirname(os.path.abspath(__file__))

def run(cmd, log):
    with open(log,"w") as f:
        p=subprocess.run(cmd,stdout=f,stderr=subprocess.STDOUT)
    if p.returncode: sys.exit(f"{cmd[0]} failed: see {log}")

def feat_params(path, extra=()):
    with open(path,"w") as f:
        f.write("-lowerf 130\n-upperf 6800\n-nfilt 25\n-transform dct\n-lifter 22\n-feat 1s_c_d_dd\n"
                "-svspec 0-12/13-25/26-38\n-agc none\n-cmn none\n-varnorm no\n-model ptm\n")

def base_model(folder):
    os.makedirs(folder,exist_ok=True)
    src=EN_US+"/en-us/"
    for n in ("means","variances","transition_matrices","sendump","mdef","noisedict"):
        shutil.copy(src+n,folder)
    feat_params(folder+"/feat.params")
    subprocess.run(["pocketsphinx_mdef_convert","-text",folder+"/mdef",folder+"/mdef.txt"],stderr=subprocess.DEVNULL,check=True)
    write_weights(folder+"/mixture_weights", 1000*read_sendump(folder+"/sendump"))

def sounds(utts):
    own=read_dictionary(here+"/../../grammars/letters.dict")
    cmu=read_dictionary(EN_US+"/cmudict-en-us.dict")
    ds={}
    missing=set()
    for u in utts:
        for w in u.words:
            d=own.get(w) or cmu.get(w)
            if d: ds[w]=d
            else: missing.add(w)
    print("no pronunciation:",sorted(missing))
    return ds

def align(utts, ds, model, work, feats, jobs=4):
    """words with silences and variants"""
    os.makedirs(work+"/fsg",exist_ok=True)
    with open(work+"/dict","w") as f:
        for w,ps in sorted(ds.items()):
            for i,p in enumerate(ps):
                f.write(w+(f"({i+1})" if i else "")+" "+" ".join(p)+"\n")
    def part(k):
        mine=utts[k::jobs]
        with open(f"{work}/ctl{k}","w") as c, open(f"{work}/fsgctl{k}","w") as fc:
            for u in mine:
                name=u.path.replace("/","_")
                c.write(u.path+"\n"); fc.write(name+"\n")
                with open(f"{work}/fsg/{name}.fsg","w") as f:
                    f.write(f"FSG_BEGIN {name}\nNUM_STATES {len(u.words)+1}\nSTART_STATE 0\nFINAL_STATE {len(u.words)}\n")
                    for i,w in enumerate(u.words): f.write(f"TRANSITION {i} {i+1} 1.0 {w}\n")
                    f.write("FSG_END\n")
        run(["pocketsphinx_batch","-hmm",model,"-dict",work+"/dict","-ctl",f"{work}/ctl{k}","-fsgctl",f"{work}/fsgctl{k}",
             "-fsgdir",work+"/fsg","-fsgext",".fsg","-cepdir",feats,"-cepext",".mfc","-hypseg",f"{work}/seg{k}","-hyp",f"{work}/hyp{k}",
             "-beam","1e-200","-wbeam","1e-150","-pbeam","1e-200","-bestpath","no","-compallsen","yes","-lw","1","-silprob","0.1","-wip","1"],f"{work}/align{k}.log")
    if not os.path.exists(f'{work}/seg0'):
        with concurrent.futures.ThreadPoolExecutor(jobs) as ex: list(ex.map(part,range(jobs)))
    res={}
    for k in range(jobs):
        for line in open(f"{work}/seg{k}"):
            t=line.split()
            path=t[0]
            i=t.index("L"); rest=t[i+2:]
            frames=[int(x) for x in rest[0::4]]
            words=rest[3::4]
            res[path]=[(w,a,b) for w,a,b in zip(words,frames,frames[1:])]
    out=[]
    bad=0
    import re
    for u in utts:
        s=res.get(u.path)
        if not s: bad+=1; continue
        plain=[re.sub(r"\(\d+\)$","",w) for w,_,_ in s if not w.startswith("<") and w!="(NULL)" and not w.startswith("[")]
        if plain!=u.words: bad+=1; continue
        ws=[w for w,_,_ in s if w!="(NULL)"]
        while ws and ws[0] in ("<sil>","<s>"): ws.pop(0)
        while ws and ws[-1] in ("<sil>","</s>"): ws.pop()
        out.append((u,ws,s))
    print("aligned",len(out),"not",bad)
    return out

def bw(items, model, work, feats, ts2cb=".ptm.", jobs=3, topn=8, copies=None, dict_=None):
    os.makedirs(work,exist_ok=True)
    with open(work+"/ctl","w") as c, open(work+"/lsn","w") as l:
        for u,ws,_ in items:
            c.write(u.path+"\n"); l.write("<s> "+" ".join(ws)+f" </s> ({os.path.basename(u.path)})\n")
    with open(work+"/fdict","w") as f: f.write("<s> SIL\n</s> SIL\n<sil> SIL\n[NOISE] +NSN+\n[SPEECH] +SPN+\n")
    def part(k):
        acc=f"{work}/acc{k}"; os.makedirs(acc,exist_ok=True)
        run([TOOLS+"/bw","-moddeffn",model+"/mdef.txt","-ts2cbfn",ts2cb,"-meanfn",model+"/means","-varfn",model+"/variances",
             "-mixwfn",model+"/mixture_weights","-tmatfn",model+"/transition_matrices",*FEAT,"-dictfn",dict_ or work+"/../align/dict","-fdictfn",work+"/fdict",
             "-ctlfn",work+"/ctl","-lsnfn",work+"/lsn","-cepdir",feats,"-cepext","mfc","-accumdir",acc,"-topn",str(topn),
             "-abeam","1e-70","-bbeam","1e-30","-npart",str(jobs),"-part",str(k+1),"-timing","no"],f"{work}/bw{k}.log")
    with concurrent.futures.ThreadPoolExecutor(jobs) as ex: list(ex.map(part,range(jobs)))
    return [f"{work}/acc{k}" for k in range(jobs)]

def map_adapt(accs, model, out, tau, ts2cb=".ptm.", log="/tmp/sx/map.log", what=("mean","var","mixw","tmat")):
    os.makedirs(out,exist_ok=True)
    names=dict(mean="means",var="variances",mixw="mixture_weights",tmat="transition_matrices")
    for n in ("mdef","mdef.txt","feat.params","noisedict"): shutil.copy(f"{model}/{n}",out)
    cmd=[TOOLS+"/map_adapt","-moddeffn",model+"/mdef.txt","-ts2cbfn",ts2cb,"-meanfn",model+"/means","-varfn",model+"/variances",
         "-mixwfn",model+"/mixture_weights","-tmatfn",model+"/transition_matrices","-bayesmean","no","-fixedtau","yes","-tau",str(tau)]
    for a in accs: cmd+=["-accumdir",a]
    for k,n in names.items():
        if k in what: cmd+=[f"-map{k}fn",f"{out}/{n}"]
        elif os.path.exists(f"{model}/{n}"): shutil.copy(f"{model}/{n}",out)
    # tool takes list of accumdirs after one flag
    i=cmd.index("-accumdir"); cmd=[c for c in cmd if c!="-accumdir"]; 
    cmd=[c for c in cmd if c not in accs]+["-accumdir"]+[",".join(accs)]
    run(cmd,log)
    write_sendump(out+"/sendump", read_weights(out+"/mixture_weights"))
